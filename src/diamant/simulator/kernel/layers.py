"""The champion's layers as vector instructions. A part of the text of kernels with minds.

`first_layer` and `second_layer` of `bots/champion/mind.py` say in plain Python what these do; they
take most of a decision's time, and no compiler makes as much of those lines. A test asks both.
"""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

# <constants>
from diamant.bots.champion.mind import HIDDEN, SECOND

# </constants>


def adding(width):
    """Return a function that adds rows of weights, each times its value, to so many sums."""

    @intrinsic
    def add(context, values, place, rows, network, at, into):
        """Add an even number of rows."""

        def codegen(context, builder, signature, arguments):
            values, place, rows, network, at, into = arguments
            number = ir.FloatType()
            vector = ir.VectorType(number, width)
            size = ir.IntType(64)
            lanes = ir.Constant(ir.VectorType(ir.IntType(32), width), [0] * width)

            def data(value, kind):
                return context.make_array(kind)(context, builder, value).data

            value_at = builder.gep(data(values, signature.args[0]), [place])
            weight_at = builder.gep(data(network, signature.args[3]), [at])
            into_at = builder.bitcast(data(into, signature.args[5]), vector.as_pointer())
            # Two sums, so that one need not wait for the other.
            sums = [cgutils.alloca_once(builder, vector) for _ in range(2)]
            builder.store(builder.load(into_at, align=4), sums[0])
            builder.store(ir.Constant(vector, [0.0] * width), sums[1])
            pairs = builder.lshr(rows, ir.Constant(size, 1))
            with cgutils.for_range(builder, pairs) as loop:
                for turn, total in enumerate(sums):
                    row = builder.add(
                        builder.shl(loop.index, ir.Constant(size, 1)), ir.Constant(size, turn)
                    )
                    value = builder.load(builder.gep(value_at, [row]))
                    first = builder.insert_element(
                        ir.Constant(vector, ir.Undefined), value, ir.Constant(ir.IntType(32), 0)
                    )
                    spread = builder.shuffle_vector(first, ir.Constant(vector, ir.Undefined), lanes)
                    start = builder.gep(weight_at, [builder.mul(row, ir.Constant(size, width))])
                    weights = builder.load(builder.bitcast(start, vector.as_pointer()), align=4)
                    product = builder.fmul(spread, weights, flags=("contract",))
                    builder.store(
                        builder.fadd(builder.load(total), product, flags=("contract",)), total
                    )
            both = builder.fadd(builder.load(sums[0]), builder.load(sums[1]))
            builder.store(both, into_at, align=4)
            return context.get_dummy_value()

        return types.void(values, types.int64, types.int64, network, types.int64, into), codegen

    return add


first_layer = adding(HIDDEN)
second_layer = adding(SECOND)
